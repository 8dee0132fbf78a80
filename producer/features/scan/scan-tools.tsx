import {
  type Icon,
  IconCalculator,
  IconDevices,
  IconLayoutDashboard,
  IconListCheck,
  IconTopologyStar3,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { PathLink } from '../../shared/links.tsx'
import style from './scan-tools.module.css'

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

/** The tools of a member, as far as their permissions go. */
export function ScanTools({
  event,
  can,
}: {
  readonly event: string
  readonly can: Readonly<Partial<Record<string, boolean>>>
}) {
  const { t } = useTranslation(['gate', 'gate-devices', 'hub'])
  const tools: readonly (Tool | false)[] = [
    { path: `/events/${event}/gate-ready`, text: t('gate-devices:check'), Icon: IconListCheck },
    can['ticket.override_lane'] === true && {
      path: `/events/${event}/gate-hub`,
      text: t('hub:card.title'),
      Icon: IconTopologyStar3,
    },
    can['gate.devices'] === true && {
      path: `/events/${event}/gate-devices`,
      text: t('gate-devices:open'),
      Icon: IconDevices,
    },
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
