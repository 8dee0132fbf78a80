import { hrefOf, readListQuery } from '../state/list-filter.ts'
import { embedOf } from '../shared/embed.ts'

type Query = Readonly<Record<string, string | undefined>>

const listQuery = (query: Query): Query => {
  const list = readListQuery(query)
  return Object.fromEntries(new URL(hrefOf(list, { page: list.page }), 'http://localhost').searchParams)
}

/**
 * The parameters that a page for everybody reads, each in one spelling: what else is in the address does not change the page,
 * so that no made-up parameter makes it rendered again. The language is not among them, and neither is `preview`, whose
 * pages are rendered for their holder alone.
 */
export const pageQuery = (path: string, query: Query): Query => {
  const embed = embedOf(query)
  return {
    ...(embed && { embed: '1', ...(embed.theme !== 'auto' && { theme: embed.theme }) }),
    ...(embed?.compact && { compact: '1' }),
    ...(query['as'] === 'json' && { as: 'json' }),
    ...(path === '/' && listQuery(query)),
    ...(path === '/embed-example' && query['event'] && { event: query['event'] }),
  }
}
