import { ChoicePills } from '@kartis/ui/components/choice-pills.tsx'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { Activity } from 'react'
import { useTranslation } from 'react-i18next'
import { PageHead } from '../../shared/page-head.tsx'
import style from './box-office.module.css'
import { DeviceList } from './device-list.tsx'
import { OpenShift } from './open-shift.tsx'
import { SalesView } from './sales-view.tsx'
import { SellView } from './sell-view.tsx'
import { ServiceView } from './service-view.tsx'
import { ShiftView } from './shift-view.tsx'
import type { Register } from './register-queries.ts'
import { useKeys } from './use-keys.ts'
import { type ShiftCount, useShiftCount } from './use-shift-count.ts'

const VIEWS = ['sell', 'sales', 'shift', 'tills'] as const
type View = (typeof VIEWS)[number]
const KEY_OF: Readonly<Record<View, string>> = { sell: 'F2', sales: 'F3', shift: 'F4', tills: 'F6' }

/** The address names the view that is open, so that Back from another page and a reload find it again. */
const useView = () => {
  const navigate = useNavigate()
  const { searchStr } = useLocation()
  const named = new URLSearchParams(searchStr).get('view')
  return {
    view: VIEWS.find((each) => each === named) ?? 'sell',
    setView: (view: View) =>
      void navigate({
        to: '.',
        search: (before: object) => ({ ...before, view: view === 'sell' ? undefined : view }),
        resetScroll: false,
        replace: true,
        // What is typed in one view stays while another is open: nobody is asked.
        ignoreBlocker: true,
      }),
  }
}

/** The views of a paired register: sell, sales, shift and registers, each with a function key. */
export function RegisterScreen({ register }: { readonly register: Register }) {
  const { t } = useTranslation('box-office')
  const { view, setView } = useView()
  const count = useShiftCount(register.shift?.uuid ?? null)
  useKeys(Object.fromEntries(VIEWS.map((name) => [KEY_OF[name], () => setView(name)])))
  return (
    <>
      <PageHead eyebrow={[register.device.branch, register.device.label, register.seller]} />
      <div className={style.tabs}>
        <ChoicePills
          label={t('nav.label')}
          quietLabel
          fill
          choices={VIEWS.map((value) => ({ value, label: t(`nav.${value}`), count: <kbd>{KEY_OF[value]}</kbd> }))}
          value={view}
          onChange={setView}
        />
      </div>
      <RegisterView register={register} view={view} count={count} />
    </>
  )
}

interface RegisterViewProps {
  readonly register: Register
  readonly view: View
  readonly count: ShiftCount
}

/** A sale that was begun stays while another view is open, without its keys; it is loaded again when it is looked at. */
function RegisterView({ register, view, count }: RegisterViewProps) {
  const sells = register.device.service === 'sale' && register.shift !== null
  return (
    <>
      {sells && (
        <Activity mode={view === 'sell' ? 'visible' : 'hidden'}>
          <SellView register={register} />
        </Activity>
      )}
      {!(sells && view === 'sell') && <OtherView register={register} view={view} count={count} />}
    </>
  )
}

function OtherView({ register, view, count }: RegisterViewProps) {
  if (view === 'tills') return <DeviceList own={register.device.uuid} />
  if (register.device.service !== 'sale') return <ServiceView service={register.device.service} />
  if (view === 'shift') return <ShiftView register={register} count={count} />
  return register.shift === null ? <OpenShift count={count} /> : <SalesView />
}
