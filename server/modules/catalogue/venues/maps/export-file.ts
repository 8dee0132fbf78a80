import { isRefusal, type Refusal } from '@kartis/domain/refusal.ts'
import { type Download, download } from '../../../../platform/http/download.ts'
import type { MapWorker } from './map-worker.ts'

const FILES = {
  csv: { type: 'text/csv; charset=utf-8', ending: 'csv' },
  json: { type: 'application/json; charset=utf-8', ending: 'json' },
  pretix: { type: 'application/json; charset=utf-8', ending: 'pretix.json' },
} as const

/** A document as a file to save. `text`: as it is stored; `name`: of the map. */
export const exportFile = async (
  worker: MapWorker,
  accountId: string,
  source: { readonly text: string; readonly name: string },
  format: keyof typeof FILES,
): Promise<Download | Refusal> => {
  const text = await worker.run('exported', { format, ...source }, accountId)
  if (isRefusal(text)) return text
  const { type, ending } = FILES[format]
  return download({ type, name: `${source.name}.${ending}` }, Buffer.from(text))
}
