import * as contract from '@kartis/contract/documents.ts'
import { isRefusal, refuse } from '@kartis/domain/refusal.ts'
import type { WorkerThread } from '../../../platform/concurrency/worker-thread.ts'
import { download } from '../../../platform/http/download.ts'
import { listRoutes } from '../../../platform/http/list-routes.ts'
import { offsetOf, viewPage } from '../../../platform/http/listing.ts'
import { waiterOf } from '../../../platform/http/costly-calls.ts'
import { type App, route } from '../../../platform/http/route.ts'
import type { PrintedReport } from '../reports/index.ts'
import { agreedConsent, readConsent, saveConsent, viewConsent } from './document-consent.ts'
import { listDocuments, readDocument } from './documents-queries.ts'
import { documentName } from './printed-document.ts'
import { renderDocument } from './render-document.ts'
import { signatureOf } from './sign-pdf.ts'
import { documentColumns, viewDocument, viewWithLines } from './view.ts'

/** The tax documents of an account. */
export const documentRoutes = (app: App, renderer: WorkerThread<PrintedReport, Uint8Array>): void => {
  listRoutes(
    app,
    { list: contract.listDocuments, exported: contract.exportDocuments },
    async ({ query, actor }, db) => {
      const { rows, total } = await listDocuments(db, {
        ...query.filter,
        accountId: actor.account.id,
        limit: query.per_page,
        offset: offsetOf(query),
      })
      return viewPage(rows.map(viewDocument), total, query)
    },
    { title: (t) => t('documents:title'), columns: documentColumns },
  )

  route(app, contract.showDocumentIssuer, async ({ platform }) => {
    const { issuer } = platform.settings.documents
    return { data: issuer ? { ...issuer.party, from: issuer.fromDay } : null }
  })

  route(app, contract.showDocumentConsent, async ({ actor, platform }) => {
    const consent = await readConsent(platform.db, actor.account.id)
    return { data: consent ? viewConsent(consent) : null }
  })

  route(app, contract.setDocumentConsent, async ({ actor, body, lang, now, platform }) => {
    const by = { accountId: actor.account.id, userId: actor.user.id }
    return { data: viewConsent(await saveConsent(platform, by, { ...body, lang }, now)) }
  })

  route(app, contract.showDocument, async ({ params, actor, platform }) => {
    const document = await readDocument(platform.db, params.uuid, actor.account.id)
    return document ? { data: viewWithLines(document) } : refuse('not_found')
  })

  route(app, contract.documentPdf, async ({ params, actor, now, platform, reply }) => {
    const document = await readDocument(platform.reportDb, params.uuid, actor.account.id)
    if (!document) return refuse('not_found')
    const pdf = await renderDocument(renderer, document, {
      print: 'copy',
      now,
      signature: signatureOf(platform),
      consent: await agreedConsent(platform.reportDb, actor.account.id),
      waiter: waiterOf({ actor, reply }),
    })
    if (isRefusal(pdf)) return pdf
    return download({ name: `${documentName(document.row)}.pdf`, type: 'application/pdf' }, pdf)
  })
}
