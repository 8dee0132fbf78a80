import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { BarcodeDetector, prepareZXingModule as prepareReader } from 'barcode-detector/ponyfill'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { prepareZXingModule as prepareWriter, writeBarcode } from 'zxing-wasm/writer'
import { SCAN_FORMATS } from './formats.ts'

const file = (path: string): ArrayBuffer =>
  new Uint8Array(readFileSync(createRequire(import.meta.url).resolve(path))).buffer

/** The parts of ImageData that the decoder uses. */
class Picture {
  readonly data: Uint8ClampedArray
  readonly width: number
  readonly height: number
  constructor(data: Uint8ClampedArray, width: number, height: number) {
    this.data = data
    this.width = width
    this.height = height
  }
}

beforeAll(() => {
  vi.stubGlobal('ImageData', Picture)
  vi.stubGlobal('DOMRectReadOnly', Object)
  prepareWriter({ overrides: { wasmBinary: file('zxing-wasm/writer/zxing_writer.wasm') } })
  prepareReader({ overrides: { wasmBinary: file('zxing-wasm/reader/zxing_reader.wasm') } })
})
afterAll(() => {
  vi.unstubAllGlobals()
})

const SCALE = 4
const QUIET = 10

/** A code as a camera sees it: black on white with a quiet zone. */
const renderCode = async (text: string, format: 'QRCode' | 'Code128'): Promise<ImageData> => {
  const { symbol } = await writeBarcode(text, { format })
  const [width, height] = [symbol.width + 2 * QUIET, symbol.height + 2 * QUIET]
  const dark = (x: number, y: number): boolean => {
    const [column, row] = [Math.floor(x / SCALE) - QUIET, Math.floor(y / SCALE) - QUIET]
    const inside = column >= 0 && row >= 0 && column < symbol.width && row < symbol.height
    return inside && symbol.data[row * symbol.width + column] === 0
  }
  const pixels = new Uint8ClampedArray(width * height * SCALE * SCALE * 4).fill(255)
  for (let at = 0; at < pixels.length; at += 4) {
    const place = at / 4
    if (dark(place % (width * SCALE), Math.floor(place / (width * SCALE)))) pixels.fill(0, at, at + 3)
  }
  return new Picture(pixels, width * SCALE, height * SCALE) as unknown as ImageData
}

const seenBy = async (detector: BarcodeDetector, picture: ImageData): Promise<string[]> =>
  (await detector.detect(picture)).map(({ rawValue }) => rawValue)

it('the scanner decodes QR codes and ignores other barcodes', async () => {
  const ours = new BarcodeDetector({ formats: SCAN_FORMATS })
  const anything = new BarcodeDetector()
  const [ticket, bottle] = [await renderCode('KARTIS-1', 'QRCode'), await renderCode('7290000000015', 'Code128')]
  expect(await seenBy(ours, ticket)).toEqual(['KARTIS-1'])
  expect(await seenBy(ours, bottle)).toEqual([])
  expect(await seenBy(anything, bottle)).toEqual(['7290000000015'])
})
