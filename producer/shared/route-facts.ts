import { useMatches, useParams } from '@tanstack/react-router'
import type { Verb } from '@kartis/domain/permissions.ts'
import type { Messages } from '@kartis/i18n/message-types.ts'

export type TitleKey = keyof Messages['shell']['titles']

/** What the route table says of each route; the shell and PageHead read it. */
export interface RouteFacts {
  /** Key of the page title, in the tab and in the header. */
  readonly title?: TitleKey
  /** Where the back arrow leads; `$uuid` and the like are filled from the address. */
  readonly back?: string
  readonly step?: { readonly current: number; readonly total: number }
  /** What one must be allowed to do in the account; without it everyone in the account may come. */
  readonly needs?: Verb
  readonly layout?: 'main' | 'empty'
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption extends RouteFacts {}
}

/** The facts of the route on screen: those of the innermost match win. */
export const useRouteFacts = (): RouteFacts =>
  useMatches({ select: (matches) => Object.assign({}, ...matches.map(({ staticData }) => staticData)) as RouteFacts })

/** A part of the address that this screen cannot be without. */
export const useRouteParam = (name: 'uuid' | 'ticket_uuid' | 'type' | 'id'): string => {
  const params: Readonly<Record<string, string | undefined>> = useParams({ strict: false })
  const value = params[name]
  if (value === undefined) throw new Error(`this screen stands on a route without $${name}`)
  return value
}

/** The back target with the address's own params filled in. */
export const fillParams = (path: string, params: Readonly<Record<string, string | undefined>>): string =>
  path.replaceAll(/\$(\w+)/gu, (_, name: string) => encodeURIComponent(params[name] ?? ''))
