import { isRefusal, type Refusal } from '@kartis/domain/refusal.ts'
import { type Download, download } from '../../../../platform/http/download.ts'
import type { MapTurn } from './map-work.ts'

const FILES = {
  csv: { type: 'text/csv; charset=utf-8', ending: 'csv' },
  json: { type: 'application/json; charset=utf-8', ending: 'json' },
  pretix: { type: 'application/json; charset=utf-8', ending: 'pretix.json' },
} as const

/** A document as a file to save. `text`: as it is stored; `name`: of the map. */
export const exportFile = async (
  tasks: MapTurn['tasks'],
  source: { readonly text: string; readonly name: string },
  format: keyof typeof FILES,
): Promise<Download | Refusal> => {
  const bytes = await tasks.run('exported', { format, ...source })
  if (isRefusal(bytes)) return bytes
  const { type, ending } = FILES[format]
  return download(
    { type, name: `${source.name}.${ending}` },
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
  )
}
