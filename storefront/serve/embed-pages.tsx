import type { SaleReply, SaleRequest } from '../page-types.ts'
import { ExamplePage } from '../pages/embed/example-page.tsx'
import { translatorFor } from '../state/messages.ts'
import { readApi } from './read-api.ts'
import { renderPage } from './render.tsx'

/** The event of the address, else the next one on sale. */
const exampleOf = async (request: SaleRequest): Promise<{ slug: string; name: string } | undefined> => {
  const { event } = request.query
  if (event) return (await readApi(request, '/v1/public/events/:uuid', { params: { uuid: event } })).reply?.data
  const { reply } = await readApi(request, '/v1/public/events', { query: { per_page: 20, sort: 'starts_at' } })
  return reply?.data.find(({ phase }) => phase === 'on_sale' || phase === 'last_tickets') ?? reply?.data[0]
}

/** How an event is embedded: the code, its options, and the result. */
export const embedExamplePage = async (request: SaleRequest): Promise<SaleReply> => {
  const t = translatorFor(request.lang)
  const event = await exampleOf(request)
  return renderPage(request, {
    kind: 'embed',
    head: { title: `${t('sale.embed.title')} | ${t('sale.site.name')}`, description: t('sale.embed.text') },
    content: <ExamplePage event={event} site={request.publicUrl} />,
    cache: 'shared',
  })
}
