// Apart from what reads spreadsheets, which is loaded when one is chosen.

export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export const isSpreadsheet = ({ name, type }: File): boolean => type === XLSX || /\.xls[xm]?$/iu.test(name)
