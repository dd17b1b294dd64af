"""What a person uses: command line, workbook in, solver bridge, report out."""
