import { createRequire } from 'node:module'
import { pdfFile } from '@kartis/testing/pdf-file.ts'
import { beforeAll, expect, it, vi } from 'vitest'
import { PLAN, scaleOf } from './plan.ts'
import { isPdf, openPlan } from './plan-file.ts'

beforeAll(async () => {
  // The library looks for its worker here first: Node has none of the browser's.
  const worker = createRequire(import.meta.url).resolve('pdfjs-dist/legacy/build/pdf.worker.mjs')
  vi.stubGlobal('pdfjsWorker', await import(/* @vite-ignore */ worker))
  return () => vi.unstubAllGlobals()
})

const fileOf = (...parts: readonly BlobPart[]): File => new File([...parts], 'plan.pdf')
const opened = async (file: File) => {
  const plan = await openPlan(file)
  if (typeof plan === 'string') throw new Error(`not opened: ${plan}`)
  return plan
}

it('a PDF is known by what it begins with, whatever its name says', async () => {
  const plan = pdfFile([{}])
  expect(await isPdf(new File([plan], 'plan.jpg'))).toBe(true)
  expect(await isPdf(fileOf('\r\n', plan))).toBe(true)
  expect(await isPdf(fileOf('\u0089PNG'))).toBe(false)
  expect(await isPdf(fileOf())).toBe(false)
})

it('opens a file of one page and a file of several', async () => {
  for (const count of [1, 3]) {
    const plan = await opened(fileOf(pdfFile(Array.from({ length: count }, () => ({})))))
    expect(plan.pages).toBe(count)
    plan.close()
  }
})

it('says of a locked, a broken and a too large file what is wrong with it', async () => {
  expect(await openPlan(fileOf(pdfFile([{}], { locked: true })))).toBe('locked')
  expect(await openPlan(fileOf('%PDF-1.7\nnothing else'))).toBe('broken')
  expect(await openPlan(fileOf(pdfFile([])))).toBe('broken')
  const file = fileOf(pdfFile([{}]))
  Object.defineProperty(file, 'size', { value: PLAN.maxMegabytes * 1024 * 1024 + 1 })
  expect(await openPlan(file)).toBe('too_large')
})

it('draws a page of any size within the edge and the pixels that the server takes', () => {
  for (const [width, height] of [
    [842, 595],
    [200, 200],
    [14_400, 14_400],
    [30, 14_400],
  ] as const) {
    const scale = scaleOf({ width, height }, PLAN.maxEdge)
    expect(Math.max(width, height) * scale).toBeLessThanOrEqual(PLAN.maxEdge + 1e-9)
    expect(width * height * scale * scale).toBeLessThanOrEqual(PLAN.maxPixels + 1e-6)
  }
  expect(scaleOf({ width: 842, height: 595 }, PLAN.previewEdge) * 842).toBeCloseTo(PLAN.previewEdge)
})
