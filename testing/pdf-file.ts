const PAGE = { width: 842, height: 595 }

interface Sheet {
  readonly width?: number
  readonly height?: number
  /** Drawing instructions of PDF; default: a filled frame, so that the page is not empty. */
  readonly drawing?: string
}

const LOCKED = `/Encrypt << /Filter /Standard /V 1 /R 2 /O <${'11'.repeat(32)}> /U <${'22'.repeat(32)}> /P -4 >>`

/** A PDF file with these pages, as drawing programs write it; `locked`: it opens with a password only. */
export const pdfFile = (sheets: readonly Sheet[], { locked = false } = {}): Uint8Array<ArrayBuffer> => {
  const pageAt = (index: number): number => 3 + index * 2
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${sheets.length} /Kids [${sheets.map((_, index) => `${pageAt(index)} 0 R`).join(' ')}] >>`,
    ...sheets.flatMap(({ width = PAGE.width, height = PAGE.height, drawing }, index) => {
      const content = drawing ?? `0.2 g ${width / 4} ${height / 2} ${width / 2} ${height / 4} re f`
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Contents ${pageAt(index) + 1} 0 R >>`,
        `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      ]
    }),
  ]
  let text = '%PDF-1.4\n'
  const starts = objects.map((object, index) => {
    const start = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return start
  })
  const table = text.length
  const entries = starts.map((start) => `${String(start).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  const id = `/ID [<${'33'.repeat(16)}> <${'33'.repeat(16)}>]`
  text += `xref\n0 ${size}\n0000000000 65535 f \n${entries}`
  text += `trailer\n<< /Size ${size} /Root 1 0 R ${id} ${locked ? LOCKED : ''} >>\nstartxref\n${table}\n%%EOF\n`
  return new TextEncoder().encode(text)
}
