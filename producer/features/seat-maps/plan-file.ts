import { PLAN, type Plan, type PlanProblem } from './plan.ts'

const MEGABYTE = 1024 * 1024

/** The first bytes of a PDF file say what it is; some programs write a few bytes before them. */
export const isPdf = async (file: Blob): Promise<boolean> => (await file.slice(0, 1024).text()).includes('%PDF-')

/** Opens a PDF file. What reads PDF is loaded only now: it is larger than the editor. */
export const openPlan = async (file: Blob): Promise<Plan | PlanProblem> => {
  if (file.size > PLAN.maxMegabytes * MEGABYTE) return 'too_large'
  const reader = await import('./pdf-reader.ts').catch(() => undefined)
  if (!reader) return 'no_reader'
  return reader.readPdf(new Uint8Array(await file.arrayBuffer()))
}
