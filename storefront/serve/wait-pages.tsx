import type { SaleReply, SaleRequest } from '../page-types.ts'
import { WaitPage } from '../pages/wait/wait-page.tsx'
import { translatorFor } from '../state/messages.ts'
import { waitView } from '../state/wait-state.ts'
import { apiError, readApi } from './read-api.ts'
import { renderPage } from './render.tsx'
import { notFoundPage } from './plain-pages.tsx'

/** The waiting room of an event: the same for everyone until it hydrates. */
export const waitPage = async (request: SaleRequest, key: string): Promise<SaleReply> => {
  const { status, reply } = await readApi(request, '/v1/public/events/:uuid', { params: { uuid: key } })
  if (status === 404 || status === 422) return notFoundPage(request)
  if (!reply) throw apiError('the event', status)
  const view = waitView(reply.data, request.lang)
  return renderPage(request, {
    kind: 'wait',
    head: { title: `${translatorFor(request.lang)('wait.page_title')} | ${view.name}` },
    content: <WaitPage event={view} />,
    cache: 'shared',
    hydration: { page: 'wait', view },
  })
}
