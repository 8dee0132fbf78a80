import {
  getDocument,
  GlobalWorkerOptions,
  type PDFDocumentLoadingTask,
  type RenderTask,
  VerbosityLevel,
} from 'pdfjs-dist/legacy/build/pdf.mjs'
// oxlint-disable-next-line import/default -- the build turns it into an address
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'
import jbig2Url from 'pdfjs-dist/wasm/jbig2.wasm?url'
import openjpegUrl from 'pdfjs-dist/wasm/openjpeg.wasm?url'
import { PLAN, type Plan, type PlanProblem, scaleOf } from './plan.ts'

GlobalWorkerOptions.workerSrc ||= workerUrl

/** What decodes scanned pages; the only files that are loaded, and from the built assets. */
const DECODERS: Readonly<Record<string, string>> = { 'jbig2.wasm': jbig2Url, 'openjpeg.wasm': openjpegUrl }

class Decoders {
  async fetch({ filename }: { readonly filename: string }): Promise<Uint8Array> {
    const url = DECODERS[filename]
    const reply = url === undefined ? undefined : await fetch(url)
    if (!reply?.ok) throw new Error(`${filename} is not loaded`)
    return new Uint8Array(await reply.arrayBuffer())
  }
}

const SLOW = Symbol('slow')

const inTime = <Value>(work: Promise<Value>): Promise<Value | typeof SLOW> => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<typeof SLOW>((resolve) => {
    timer = setTimeout(() => resolve(SLOW), PLAN.patienceMs)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

const problemOf = (error: unknown): PlanProblem =>
  error instanceof Error && error.name === 'PasswordException' ? 'locked' : 'broken'

const planOf = async (task: PDFDocumentLoadingTask): Promise<Plan> => {
  const document = await task.promise
  let current: RenderTask | undefined
  let turns = 0
  const draw: Plan['draw'] = async (number, maxEdge) => {
    current?.cancel()
    turns += 1
    const turn = turns
    try {
      const page = await document.getPage(number)
      if (turn !== turns) return undefined
      const viewport = page.getViewport({ scale: scaleOf(page.getViewport({ scale: 1 }), maxEdge) })
      const canvas = globalThis.document.createElement('canvas')
      canvas.width = Math.max(1, Math.floor(viewport.width))
      canvas.height = Math.max(1, Math.floor(viewport.height))
      const rendering = page.render({ canvas, viewport, background: '#fff' })
      current = rendering
      if ((await inTime(rendering.promise)) !== SLOW) return canvas
      rendering.cancel()
      return 'slow'
    } catch (error) {
      return error instanceof Error && error.name === 'RenderingCancelledException' ? undefined : problemOf(error)
    }
  }
  return { pages: document.numPages, draw, close: () => void task.destroy() }
}

/** Opens the bytes of a PDF file in a worker of its own, which `close` ends. */
export const readPdf = async (data: Uint8Array): Promise<Plan | PlanProblem> => {
  const task = getDocument({
    data,
    BinaryDataFactory: Decoders,
    useWorkerFetch: false,
    verbosity: VerbosityLevel.ERRORS,
  })
  const plan = await inTime(planOf(task)).catch(problemOf)
  if (typeof plan === 'object' && plan.pages > 0) return plan
  void task.destroy()
  if (plan === SLOW) return 'slow'
  return typeof plan === 'object' ? 'broken' : plan
}
