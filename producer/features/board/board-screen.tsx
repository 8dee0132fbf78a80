import type { GateBoard } from '@kartis/contract/gate-board.ts'
import { classNames } from '@kartis/ui/class-names.ts'
import { Page } from '@kartis/ui/components/layout.tsx'
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { usePageTitle, useRouteTitle } from '../../shared/page-title.ts'
import { useRouteParam } from '../../shared/route-facts.ts'
import { useSession } from '../../shared/session.ts'
import { useDarkTheme } from '../../shared/use-dark-theme.ts'
import { useSheetParam } from '../../shared/use-sheet-param.ts'
import { WhenLoaded } from '../../shared/when-loaded.tsx'
import { useGatePhone } from '../../shared/check-in/use-gate-phone.ts'
import { BoardBar } from './board-bar.tsx'
import style from './board.module.css'
import { type ConflictRights, ConflictsCard } from './conflicts-card.tsx'
import { DevicesCard } from './devices-card.tsx'
import { FlowCard } from './flow-card.tsx'
import { GatesCard } from './gates-card.tsx'
import { InsideCard } from './inside-card.tsx'
import { RefusalsCard } from './refusals-card.tsx'
import { useBoard } from './use-board.ts'
import { useFitted } from './use-fitted.ts'
import columns from './columns.module.css'

/** The board of the entrance, for members. */
export function BoardScreen() {
  const uuid = useRouteParam('uuid')
  const { can } = useSession()
  return (
    <Board
      uuid={uuid}
      back={`/events/${uuid}`}
      scan={can['ticket.scan'] ? `/events/${uuid}/scan-tickets` : undefined}
      manage={can['gate.devices'] ? `/events/${uuid}/gate-devices` : undefined}
      may={{ explain: true, close: can['gate.close_conflict'] === true }}
    />
  )
}

/** The same on a phone that supervises the gate without an account. */
export function GateBoardScreen() {
  const { identity } = useGatePhone()
  const uuid = identity?.event.uuid ?? ''
  return (
    <Board uuid={uuid} back="/gate/scan" scan="/gate/scan" manage={undefined} may={{ explain: true, close: false }} />
  )
}

interface BoardProps {
  readonly uuid: string
  readonly back: string
  readonly scan: string | undefined
  readonly manage: string | undefined
  readonly may: ConflictRights
}

function Board({ uuid, back, scan, manage, may }: BoardProps) {
  const query = useBoard(uuid)
  const sheet = useSheetParam('view')
  const isBig = sheet.value === 'big'
  useDarkTheme()
  useFullScreen(isBig, sheet.close)
  usePageTitle(useRouteTitle())
  const onBig = () => {
    // Where the browser refuses, the board fills the window.
    document.documentElement.requestFullscreen?.().catch(() => undefined)
    sheet.open('big')
  }
  return (
    <WhenLoaded query={query} skeleton={<BoardSkeleton />}>
      {(board) => (
        <Cards
          board={board}
          bar={
            <BoardBar
              board={board}
              gotAt={query.dataUpdatedAt}
              back={back}
              scan={scan}
              onBig={isBig ? undefined : onBig}
            />
          }
          isBig={isBig}
          manage={manage}
          may={may}
        />
      )}
    </WhenLoaded>
  )
}

/** Leaving the full screen, with Escape, leaves the big screen as well. */
const useFullScreen = (isBig: boolean, onLeave: () => void): void => {
  useEffect(() => {
    if (!isBig) return undefined
    const leave = () => {
      if (document.fullscreenElement === null) onLeave()
    }
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === 'Escape' && document.fullscreenElement === null) onLeave()
    }
    document.addEventListener('fullscreenchange', leave)
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('fullscreenchange', leave)
      document.removeEventListener('keydown', onKey)
      if (document.fullscreenElement !== null) document.exitFullscreen().catch(() => undefined)
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the callback is new at every render, and does the same
  }, [isBig])
}

interface CardsProps {
  readonly board: GateBoard
  readonly bar: ReactNode
  readonly isBig: boolean
  readonly manage: string | undefined
  readonly may: ConflictRights
}

/** Conflicts and devices on a big screen; what else there is stands below them as a number. */
const ON_BIG_SCREEN = { conflicts: 2, devices: 6 } as const

const NOTHING: ConflictRights = { explain: false, close: false }

function Cards({ board, bar, isBig, manage, may }: CardsProps) {
  const box = useFitted(isBig)
  return (
    <div
      ref={box}
      className={classNames(style.board, columns.board)}
      data-big={isBig || undefined}
      data-open={board.conflicts.open > 0 || undefined}
    >
      {bar}
      <InsideCard board={board} />
      <FlowCard board={board} />
      <GatesCard board={board} />
      <DevicesCard
        board={board}
        manage={isBig ? undefined : manage}
        isBig={isBig}
        {...(isBig && { most: ON_BIG_SCREEN.devices })}
      />
      <RefusalsCard refusals={board.refusals} />
      <ConflictsCard board={board} may={isBig ? NOTHING : may} {...(isBig && { most: ON_BIG_SCREEN.conflicts })} />
    </div>
  )
}

function BoardSkeleton() {
  const { t } = useTranslation('gate-board')
  return (
    <Page>
      <h1 className="visually-hidden">{t('inside.title')}</h1>
      <div className={style.skeleton} aria-busy />
    </Page>
  )
}
