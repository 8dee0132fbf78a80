import { kindOf } from '@kartis/domain/file-kind.ts'
import { IMAGE, IMAGE_SLOTS } from '@kartis/domain/limits.ts'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { checkImage } from './check-image.ts'
import { mainColors, twoColors } from './colors.ts'
import { cleanName } from './file-kind.ts'
import { withoutMetadata } from './jpeg.ts'
import { formatFor, widthFor } from './variants.ts'

const { width, height } = IMAGE_SLOTS.banner_event

interface Size {
  readonly width: number
  readonly height: number
}

const flat = (size: Size, background = '#c02040') => sharp({ create: { ...size, channels: 3, background } })

const photo = (size: Size = { width, height }) => flat(size).jpeg({ quality: 80 }).toBuffer()

const why = async (bytes: Uint8Array) => {
  const answer = await checkImage(bytes, 'banner_event')
  return 'refusal' in answer ? [answer.refusal, answer.detail?.why ?? answer.detail?.max_bytes] : 'taken'
}

test('a JPG of the exact size is accepted', async () => {
  const answer = await checkImage(await photo(), 'banner_event')
  expect(answer).toMatchObject({ width, height, colors: [expect.stringMatching(/^#/), expect.stringMatching(/^#/)] })
})

test('another size is refused with both sizes in the detail', async () => {
  const answer = await checkImage(await photo({ width: 1127, height }), 'banner_event')
  expect(answer).toMatchObject({
    refusal: 'image_wrong',
    detail: { why: 'size', wanted: { width, height }, found: { width: 1127, height } },
  })
})

test('a file over 350 KB is refused before it is opened', async () => {
  expect(await why(Buffer.concat([await photo(), Buffer.alloc(IMAGE.maxBytes)]))).toEqual([
    'payload_too_large',
    IMAGE.maxBytes,
  ])
})

test('PNG, SVG, text and a false content type are refused by their first bytes', async () => {
  const png = await flat({ width, height }).png().toBuffer()
  for (const bytes of [
    png,
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    Buffer.from('hello'),
    Buffer.of(0xff),
  ])
    expect(await why(bytes)).toEqual(['unsupported_media_type', undefined])
  expect(await why(Buffer.concat([Buffer.of(0xff, 0xd8, 0xff), png]))).toEqual(['image_wrong', 'broken'])
})

test('a truncated photograph is refused although its header is valid', async () => {
  const noise = await sharp({
    create: { width, height, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 128, sigma: 20 } },
  })
    .jpeg({ quality: 40 })
    .toBuffer()
  expect(noise.byteLength).toBeLessThan(IMAGE.maxBytes)
  expect(await why(noise)).toBe('taken')
  expect(await why(noise.subarray(0, noise.byteLength / 2))).toEqual(['image_wrong', 'broken'])
})

const withPlace = (size: Size = { width, height }, orientation = 1) =>
  flat(size)
    .jpeg()
    .withExif({ IFD0: { Copyright: 'private person' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '32/1 5/1 0/1' } })
    .withMetadata({ orientation })
    .withExifMerge({ IFD0: { Copyright: 'private person' } })
    .toBuffer()

test('the location and owner of a photograph are removed, and its pixels are unchanged', async () => {
  const original = await withPlace()
  expect(original.includes('private person')).toBe(true)
  const answer = await checkImage(original, 'banner_event')
  if ('refusal' in answer) throw new Error('refused')
  expect(Buffer.from(answer.bytes).includes('private person')).toBe(false)
  expect((await sharp(answer.bytes).metadata()).exif).toBeUndefined()
  const [before, after] = [await sharp(original).raw().toBuffer(), await sharp(answer.bytes).raw().toBuffer()]
  expect(after.equals(before)).toBe(true)
})

test('a photograph with an EXIF orientation is measured and stored upright', async () => {
  const lying = await withPlace({ width: height, height: width }, 6)
  const answer = await checkImage(lying, 'banner_event')
  if ('refusal' in answer) throw new Error('refused')
  expect(await sharp(answer.bytes).metadata()).toMatchObject({ width, height })
})

test('data after the end of a JPG is removed, from baseline and progressive files', async () => {
  for (const progressive of [false, true]) {
    const jpeg = await flat({ width, height }).jpeg({ progressive }).toBuffer()
    const clean = withoutMetadata(Buffer.concat([jpeg, Buffer.from('<script>alert(1)</script>')]))
    expect(Buffer.from(clean ?? []).includes('script')).toBe(false)
    expect(await sharp(clean).metadata()).toMatchObject({ width, height })
  }
})

test('a JPG with malformed segments is rejected', async () => {
  expect(withoutMetadata(Buffer.of(0xff, 0xd8, 0xff, 0xe1, 0xff, 0xff, 1, 2))).toBeUndefined()
  expect(withoutMetadata(Buffer.of(0xff, 0xd8, 1, 2, 3, 4))).toBeUndefined()
  expect(withoutMetadata(Buffer.of(0xff, 0xd8, 0xff, 0xe1, 0, 0, 1, 2))).toBeUndefined()
})

test('the two main colours are those of the image', async () => {
  const half = await flat({ width: 100, height: 50 }, '#1040d0').png().toBuffer()
  const picture = await flat({ width: 100, height: 100 }, '#e03010')
    .composite([{ input: half, top: 50, left: 0 }])
    .png()
    .toBuffer()
  expect((await mainColors(picture)).toSorted()).toEqual(['#1040d0', '#e03010'])
  const gray = await flat({ width: 10, height: 10 }, '#646464').png().toBuffer()
  expect(await mainColors(gray)).toEqual(['#646464', '#3c3c3c'])
  expect(twoColors(new Uint8Array())).toEqual(['#000000', '#000000'])
})

test('a width is rounded up to the next available one', () => {
  expect([1, 400, 401, 828, 1000, 1340, 9999].map(widthFor)).toEqual([400, 400, 640, 828, 1128, 1340, 1340])
})

test('a browser gets the smallest format that it accepts', () => {
  expect(formatFor('image/avif,image/webp,*/*')).toBe('avif')
  expect(formatFor('image/webp,*/*')).toBe('webp')
  expect(formatFor('*/*')).toBe('jpeg')
  expect(formatFor(undefined)).toBe('jpeg')
})

test('the type of a file is determined by its first bytes', () => {
  expect(kindOf(Buffer.from('%PDF-1.7'))).toBe('application/pdf')
  expect(kindOf(Buffer.of(0xff, 0xd8, 0xff, 0xe0))).toBe('image/jpeg')
  expect(kindOf(Buffer.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00))).toBe('image/png')
  for (const brand of ['heic', 'heix', 'mif1'])
    expect(kindOf(Buffer.concat([Buffer.of(0, 0, 0, 24), Buffer.from(`ftyp${brand}`)]))).toBe('image/heic')
  expect(kindOf(Buffer.concat([Buffer.of(0, 0, 0, 24), Buffer.from('ftypisom')]))).toBeUndefined()
  expect(kindOf(Buffer.from('MZ'))).toBeUndefined()
  expect(kindOf(Buffer.alloc(0))).toBeUndefined()
})

test('the name of an upload loses its path and bidi characters', () => {
  expect(cleanName('C:\\Users\\me\\אישור בנק.pdf')).toBe('אישור בנק.pdf')
  expect(cleanName('../../etc/passwd')).toBe('passwd')
  expect(cleanName('a\u202efdp.exe\n')).toBe('afdp.exe')
  expect(cleanName('///')).toBe('file')
  expect(cleanName(`${'א'.repeat(300)}.pdf`)).toMatch(/^א{116}\.pdf$/)
})
