import { Page } from '@kartis/ui/components/layout.tsx'
import { CardSkeleton } from '@kartis/ui/components/skeleton.tsx'
import { notFound, useParams } from '@tanstack/react-router'
import { type ComponentType, lazy, Suspense } from 'react'
import { PageHead } from '../../shared/page-head.tsx'
import { useSession } from '../../shared/session.ts'
import { BalanceView } from './balance-view.tsx'
import { DifferencesView } from './differences-view.tsx'
import { LedgerView } from './ledger-view.tsx'
import { MoneyTabs, pathOf, type Tab, TABS } from './money-tabs.tsx'
import { PayoutsView } from './payouts-view.tsx'
import { RunsView } from './runs-view.tsx'
import { StatementView } from './statement-view.tsx'
import { StatementsView } from './statements-view.tsx'

// Few people open these: their screens are loaded when they are.
const DisputesView = lazy(async () => ({ default: (await import('./disputes-view.tsx')).DisputesView }))
const DisputeView = lazy(async () => ({ default: (await import('./dispute-view.tsx')).DisputeView }))
const TransfersView = lazy(async () => ({ default: (await import('./transfers-view.tsx')).TransfersView }))
const TransferView = lazy(async () => ({ default: (await import('./transfer-view.tsx')).TransferView }))
const DocumentsView = lazy(async () => ({ default: (await import('./documents-view.tsx')).DocumentsView }))
const DocumentView = lazy(async () => ({ default: (await import('./document-view.tsx')).DocumentView }))

const VIEWS: Readonly<Record<Tab, ComponentType>> = {
  balance: BalanceView,
  statements: StatementsView,
  payouts: PayoutsView,
  documents: DocumentsView,
  refunds: RunsView,
  transfers: TransfersView,
  disputes: DisputesView,
  ledger: LedgerView,
  differences: DifferencesView,
}

/** Lists whose rows lead to a page of their own. */
const DETAILS: Readonly<Partial<Record<Tab, ComponentType<{ readonly uuid: string }>>>> = {
  statements: StatementView,
  documents: DocumentView,
  disputes: DisputeView,
  transfers: TransferView,
}

/** The money of the account: one route for all of its lists, so that the first screen of the app does not name them. */
export function MoneyScreen() {
  // Of the route and not of the address: during a navigation away the address is that of the next screen.
  const { _splat: path = '' }: { readonly _splat?: string } = useParams({ strict: false })
  const [section = '', uuid, ...more] = path.replace(/\/$/u, '').split('/')
  const tab = TABS.find((each) => pathOf(each) === (section === '' ? '/money' : `/money/${section}`))
  const Detail = tab === undefined ? undefined : DETAILS[tab]
  if (tab === undefined || more.length > 0 || (uuid !== undefined && !Detail)) throw notFound()
  return (
    <Suspense fallback={<CardSkeleton />}>
      {uuid !== undefined && Detail ? <Detail uuid={uuid} /> : <Section tab={tab} />}
    </Suspense>
  )
}

function Section({ tab }: { readonly tab: Tab }) {
  const { account } = useSession()
  const View = VIEWS[tab]
  return (
    <Page>
      <PageHead eyebrow={account?.name} back={false} />
      <MoneyTabs tab={tab} />
      <Suspense fallback={<CardSkeleton />}>
        <View />
      </Suspense>
    </Page>
  )
}
