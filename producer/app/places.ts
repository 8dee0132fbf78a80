import type { Permission } from '@kartis/domain/permissions.ts'
import type { Messages } from '@kartis/i18n/message-types.ts'
import {
  IconArmchair,
  IconBuildingBank,
  IconCalculator,
  IconChartLine,
  IconClipboardList,
  IconTicket,
  IconUserCircle,
  IconUsers,
  IconWallet,
} from '@tabler/icons-react'

/** A destination of the main navigation. */
export interface Destination {
  readonly name: keyof Messages['shell']['nav']['places']
  readonly path: string
  readonly Icon: typeof IconTicket
  /** The permission that it needs; without it every member of the account sees it. */
  readonly needs?: Permission
  /** First segments of the paths that belong to it, besides its own. */
  readonly covers?: readonly string[]
  /** `daily`: used every day · `setup`: set up once. */
  readonly group: 'daily' | 'setup'
}

/** In the order of the side rail. */
const PLACES: readonly Destination[] = [
  { name: 'events', path: '/', Icon: IconTicket, group: 'daily', covers: ['events', 'create-event'] },
  {
    name: 'reports',
    path: '/reports',
    Icon: IconChartLine,
    group: 'daily',
    needs: 'report.account',
    covers: ['archived-event'],
  },
  { name: 'money', path: '/money', Icon: IconWallet, group: 'daily', needs: 'report.account' },
  { name: 'cashier', path: '/cashier', Icon: IconCalculator, group: 'daily', needs: 'register.use' },
  {
    name: 'venues',
    path: '/venues',
    Icon: IconArmchair,
    group: 'setup',
    needs: 'venue.list',
    covers: ['venue-templates'],
  },
  { name: 'forms', path: '/forms', Icon: IconClipboardList, group: 'setup', needs: 'form.list' },
  { name: 'team', path: '/settings/user-management', Icon: IconUsers, group: 'setup', covers: ['add-user'] },
  { name: 'company', path: '/company', Icon: IconBuildingBank, group: 'setup', needs: 'account.details' },
  { name: 'profile', path: '/profile', Icon: IconUserCircle, group: 'setup', covers: ['user-profile'] },
]

/** What the bottom bar of phones and tablets shows first; the rest is in its drawer. */
const DOCK: readonly Destination['name'][] = ['events', 'reports', 'money', 'cashier', 'team', 'profile']
const DOCK_PLACES = 4

/** The places that a member with these permissions may open. */
export const placesFor = (can: Readonly<Partial<Record<Permission, boolean>>>): readonly Destination[] =>
  PLACES.filter(({ needs }) => needs === undefined || can[needs] === true)

/** Up to four of the places, for the bottom bar of phones and tablets. */
export const dockOf = (places: readonly Destination[]): readonly Destination[] =>
  DOCK.flatMap((name) => places.find((place) => place.name === name) ?? []).slice(0, DOCK_PLACES)

const firstSegment = (path: string): string => path.split('/')[1] ?? ''

/** The place that a path belongs to; undefined for screens outside the account, such as opening one. */
export const placeOfPath = (path: string): Destination['name'] | undefined => {
  const segment = firstSegment(path)
  return PLACES.find((place) => firstSegment(place.path) === segment || place.covers?.includes(segment))?.name
}
