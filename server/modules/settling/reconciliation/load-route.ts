import * as contract from '@kartis/contract/reconciliation.ts'
import { isRefusal, refuse, refuseField, type Refusal } from '@kartis/domain/refusal.ts'
import type { FastifyRequest } from 'fastify'
import { type App, MULTIPART_OVERHEAD, route } from '../../../platform/http/route.ts'
import { limit } from '../../../platform/http/rate-limit.ts'
import type { Platform } from '../../../platform/platform.ts'
import { readOwnTerminals } from '../../payments/payments/index.ts'
import { readUpload } from '../../people/attachments/index.ts'
import { type LoadedGatewayReport, loadGatewayReport } from './reconcile.ts'
import { formatOf, headingsIn, ReportError } from './report-lines.ts'

/** Reports of an account in an hour: each is compared with whole days of our books. */
const PER_HOUR = { max: 60, seconds: 3600 }

const view = (loaded: LoadedGatewayReport) => ({
  data: {
    rows_count: loaded.rows,
    new_count: loaded.fresh,
    from: loaded.from,
    until: loaded.until,
    compared_until: loaded.comparedUntil ?? null,
    differences_count: loaded.differences,
  },
})

const load = async (
  platform: Platform,
  accountId: string,
  request: FastifyRequest,
): Promise<LoadedGatewayReport | Refusal> => {
  const upload = await readUpload(request, contract.MAX_REPORT_BYTES)
  if (isRefusal(upload)) return upload
  const { terminal_uuid: id, headings: named = '' } = upload.fields
  const terminal = (await readOwnTerminals(platform.db, accountId)).find((each) => each.id === id)
  if (!terminal) return refuseField('terminal_uuid', id === undefined ? 'required' : 'unknown_option')
  const headings = headingsIn(named)
  if (!headings) return refuseField('headings', 'invalid')
  const source = { file: upload.bytes, format: { ...formatOf(upload.bytes), headings }, terminal, records: false }
  const loaded = await loadGatewayReport(platform, source)
  return loaded ?? refuseField('file', 'report_empty')
}

/** A producer loads what the gateway of a terminal of its own says as a file. */
export const loadRoute = (app: App): void => {
  route(
    app,
    contract.loadGatewayReport,
    async ({ actor, request, platform }) => {
      const refused = await limit(platform, `reports:${actor.account.id}`, PER_HOUR)
      if (refused) return refused
      try {
        const loaded = await load(platform, actor.account.id, request)
        return isRefusal(loaded) ? loaded : view(loaded)
      } catch (error) {
        if (!(error instanceof ReportError)) throw error
        const { kind, line = null, column = null, text = null } = error.problem
        return refuse('validation', {
          fields: { file: ['report_line'] },
          detail: { problem: kind, line, column, text },
        })
      }
    },
    { bodyLimit: contract.MAX_REPORT_BYTES + MULTIPART_OVERHEAD },
  )
}
