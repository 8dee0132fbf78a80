import {
  type Icon,
  IconCalculator,
  IconDevices,
  IconLayoutDashboard,
  IconListCheck,
  IconScan,
  IconTopologyStar3,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { PathLink } from '../links.tsx'
import style from './gate-tools.module.css'

interface Tool {
  readonly path: string
  readonly text: string
  readonly Icon: Icon
}

/** What belongs to the entrance and is not scanning: each tool is a tile with its sign. */
function Tools({ tools }: { readonly tools: readonly Tool[] }) {
  const { t } = useTranslation('gate')
  return (
    <nav className={style.tools} aria-label={t('tools.label')}>
      {tools.map(({ path, text, Icon: Sign }) => (
        <PathLink key={path} path={path}>
          <Sign size={22} stroke={1.75} aria-hidden />
          {text}
        </PathLink>
      ))}
    </nav>
  )
}

interface GateToolsProps {
  readonly event: string
  /** The page on which they stand. */
  readonly here: 'scan' | 'devices'
  readonly can: Readonly<Partial<Record<string, boolean>>>
}

/** The ways from a page of the entrance to the others, of a member, as far as their permissions go. */
export function GateTools({ event, here, can }: GateToolsProps) {
  const { t } = useTranslation(['gate', 'gate-devices', 'gate-board', 'hub'])
  const tools: readonly (Tool | false)[] = [
    here !== 'scan' &&
      can['ticket.scan'] === true && {
        path: `/events/${event}/scan-tickets`,
        text: t('gate-board:scan'),
        Icon: IconScan,
      },
    { path: `/events/${event}/gate-ready`, text: t('gate-devices:check'), Icon: IconListCheck },
    can['ticket.override_lane'] === true && {
      path: `/events/${event}/gate-hub`,
      text: t('hub:card.title'),
      Icon: IconTopologyStar3,
    },
    can['gate.board'] === true && {
      path: `/events/${event}/board`,
      text: t('gate-board:open'),
      Icon: IconLayoutDashboard,
    },
    here !== 'devices' &&
      can['gate.devices'] === true && {
        path: `/events/${event}/gate-devices`,
        text: t('gate-devices:open'),
        Icon: IconDevices,
      },
    here === 'scan' &&
      can['register.use'] === true && {
        path: `/cashier?event=${event}`,
        text: t('gate:tools.box_office'),
        Icon: IconCalculator,
      },
  ]
  return <Tools tools={tools.filter((tool) => tool !== false)} />
}

/** The board, for a device that supervises a gate. */
export function BoardTool() {
  const { t } = useTranslation('gate-board')
  return <Tools tools={[{ path: '/gate/board', text: t('open'), Icon: IconLayoutDashboard }]} />
}
