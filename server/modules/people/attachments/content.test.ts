import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { isActivePdf } from './active-pdf.ts'
import { pixelsOf } from './pixels.ts'

const flat = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#204080' } })

describe('The size of an image', () => {
  it('is read from the header of PNG and JPG as the decoder reads it', async () => {
    expect(pixelsOf(await flat(641, 43).png().toBuffer(), 'image/png')).toEqual({ width: 641, height: 43 })
    expect(pixelsOf(await flat(641, 43).jpeg().toBuffer(), 'image/jpeg')).toEqual({ width: 641, height: 43 })
    expect(pixelsOf(await flat(64, 9).jpeg({ progressive: true }).toBuffer(), 'image/jpeg')).toEqual({
      width: 64,
      height: 9,
    })
  })

  it('is that of the largest image in a container of HEIC', () => {
    const size = (width: number, height: number) => {
      const box = Buffer.alloc(20)
      box.writeUInt32BE(20, 0)
      box.write('ispe', 4)
      box.writeUInt32BE(width, 12)
      box.writeUInt32BE(height, 16)
      return box
    }
    const bytes = Buffer.concat([Buffer.from('\0\0\0\u0018ftypheic'), size(320, 240), size(4032, 3024), size(512, 512)])
    expect(pixelsOf(bytes, 'image/heic')).toEqual({ width: 4032, height: 3024 })
  })

  it('is unknown where the header is cut off, and the reader comes to an end on any bytes', () => {
    expect(pixelsOf(Buffer.from([0x89, 0x50]), 'image/png')).toBeUndefined()
    expect(pixelsOf(Buffer.from([0xff, 0xd8, 0xff, 0xc0, 0, 0, 0, 0]), 'image/jpeg')).toBeUndefined()
    expect(pixelsOf(Buffer.alloc(100_000, 0xff), 'image/jpeg')).toBeUndefined()
    expect(pixelsOf(Buffer.alloc(64), 'application/pdf')).toBeUndefined()
  })
})

const TEN_MB = 10 * 1024 * 1024

describe('The size of an image whose header does not end', () => {
  it('is larger than any that is taken', () => {
    const boxes = Buffer.alloc(TEN_MB, 'ispe')
    expect(pixelsOf(boxes, 'image/heic')).toEqual({ width: Infinity, height: Infinity })
    const padded = Buffer.concat([Buffer.from([0xff, 0xd8]), Buffer.alloc(TEN_MB, 0xff)])
    expect(pixelsOf(padded, 'image/jpeg')).toEqual({ width: Infinity, height: Infinity })
  })
})

const pdf = (...parts: (string | Buffer)[]) => Buffer.concat(['%PDF-1.7\n', ...parts].map((part) => Buffer.from(part)))
const packed = (objects: string) =>
  pdf('1 0 obj <</Type /ObjStm /N 1 /First 4 /Filter /FlateDecode>> stream\r\n', deflateSync(objects), '\nendstream')

describe('A PDF', () => {
  it('is active with a script, a launched program, an attached file or media, however its names are written', async () => {
    for (const name of ['/JavaScript', '/J#61vaScr#69pt', '/Launch', '/EmbeddedFiles', '/RichMedia'])
      expect(await isActivePdf(pdf(`1 0 obj <</S ${name}>> endobj`))).toBe(true)
  })

  it('is active with a script in its compressed objects', async () => {
    expect(await isActivePdf(packed('1 0 <</S /JavaScript /JS (x)>>'))).toBe(true)
    expect(await isActivePdf(packed('1 0 <</S /URI /URI (https://a.example)>>'))).toBe(false)
  })

  it('is active with a name across the border of two chunks, and with objects that unpack without end', async () => {
    expect(await isActivePdf(pdf(' '.repeat(256 * 1024 - 14), '/JavaScript'))).toBe(true)
    expect(await isActivePdf(packed(' '.repeat(40 * 1024 * 1024)))).toBe(true)
  })

  it('is searched in few passes whatever its streams claim: more than a document has is active', async () => {
    expect(await isActivePdf(pdf(Buffer.alloc(TEN_MB, '/ObjStm')))).toBe(true)
    expect(await isActivePdf(pdf(Buffer.alloc(TEN_MB, '/ObjStm stream\n')))).toBe(true)
    expect(await isActivePdf(pdf(Buffer.alloc(TEN_MB, '/ObjStm stream\nendstream ')))).toBe(true)
  })

  it('is active with a script in objects whose bytes an earlier stream claims too', async () => {
    expect(await isActivePdf(pdf('% /ObjStm stream\nno data', packed('1 0 <</S /JavaScript /JS (x)>>')))).toBe(true)
  })

  it('is not active as a scan, as text about scripts or with broken streams', async () => {
    expect(await isActivePdf(pdf('1 0 obj <</Subtype /Image>> stream\n', Buffer.alloc(500_000, 0x5b)))).toBe(false)
    expect(await isActivePdf(pdf('(JavaScript, Launch)'))).toBe(false)
    expect(await isActivePdf(pdf('/ObjStm stream\nnot deflate endstream'))).toBe(false)
    expect(await isActivePdf(pdf('/ObjStm'))).toBe(false)
  })
})
