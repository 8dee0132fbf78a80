import { ChoicePills } from '@kartis/ui/components/choice-pills.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PageHead } from '../../shared/page-head.tsx'
import style from './box-office.module.css'
import { DeviceList } from './device-list.tsx'
import { OpenShift } from './open-shift.tsx'
import { SalesView } from './sales-view.tsx'
import { SellView } from './sell-view.tsx'
import { ServiceView } from './service-view.tsx'
import { ShiftView } from './shift-view.tsx'
import type { Till } from './register-queries.ts'
import { useKeys } from './use-keys.ts'

const VIEWS = ['sell', 'sales', 'shift', 'tills'] as const
type View = (typeof VIEWS)[number]
const KEY_OF: Readonly<Record<View, string>> = { sell: 'F2', sales: 'F3', shift: 'F4', tills: 'F6' }

/** A paired browser: sell, look back, count, set up; each a key away. */
export function TillScreen({ till }: { readonly till: Till }) {
  const { t } = useTranslation('cashier')
  const [view, setView] = useState<View>('sell')
  useKeys(Object.fromEntries(VIEWS.map((name) => [KEY_OF[name], () => setView(name)])))
  return (
    <>
      <PageHead eyebrow={[till.device.branch, till.device.label, till.seller]} />
      <div className={style.tabs}>
        <ChoicePills
          label={t('nav.label')}
          quietLabel
          scroll
          choices={VIEWS.map((value) => ({ value, label: t(`nav.${value}`), count: <kbd>{KEY_OF[value]}</kbd> }))}
          value={view}
          onChange={setView}
        />
      </div>
      <TillView till={till} view={view} />
    </>
  )
}

function TillView({ till, view }: { readonly till: Till; readonly view: View }) {
  if (view === 'tills') return <DeviceList own={till.device.uuid} />
  if (till.device.service !== 'sale') return <ServiceView service={till.device.service} />
  if (view === 'shift') return <ShiftView till={till} />
  if (till.shift === null) return <OpenShift />
  return view === 'sell' ? <SellView till={till} /> : <SalesView />
}
