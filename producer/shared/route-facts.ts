import { useMatches, useParams } from '@tanstack/react-router'
import type { Permission } from '@kartis/domain/permissions.ts'
import type { Messages } from '@kartis/i18n/message-types.ts'

export type TitleKey = keyof Messages['shell']['titles']

/** Static data of a route; the shell and PageHead read it. */
export interface RouteFacts {
  /** Key of the page title, in the tab and in the header. */
  readonly title?: TitleKey
  /** Target of the back arrow; `$uuid` and the like are filled from the params. */
  readonly back?: string
  readonly step?: { readonly current: number; readonly total: number }
  /** The permission that the route needs; without it every member of the account may open it. */
  readonly needs?: Permission
  /** Tabs under the title. */
  readonly tabs?: 'event' | 'venues'
  readonly layout?: 'main' | 'empty'
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption extends RouteFacts {}
}

/** The merged static data of the matched routes; the innermost match wins. */
export const useRouteFacts = (): RouteFacts =>
  useMatches({ select: (matches) => Object.assign({}, ...matches.map(({ staticData }) => staticData)) as RouteFacts })

/** A required param of the current route; throws where the route has none. */
export const useRouteParam = (name: 'uuid' | 'ticket_uuid' | 'type' | 'id'): string => {
  const params: Readonly<Record<string, string | undefined>> = useParams({ strict: false })
  const value = params[name]
  if (value === undefined) throw new Error(`the route has no param ${name}`)
  return value
}

/** Fills the params of a path pattern. */
export const fillParams = (path: string, params: Readonly<Record<string, string | undefined>>): string =>
  path.replaceAll(/\$(\w+)/gu, (_, name: string) => encodeURIComponent(params[name] ?? ''))
