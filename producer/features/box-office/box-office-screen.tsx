import { EmptyState } from '@kartis/ui/components/empty-state.tsx'
import { Page } from '@kartis/ui/components/layout.tsx'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { PageHead } from '../../shared/page-head.tsx'
import { useSession } from '../../shared/session.ts'
import { WhenLoaded } from '../../shared/when-loaded.tsx'
import { DeviceList } from './device-list.tsx'
import { PairCard } from './pair-card.tsx'
import { registersQuery } from '../../shared/registers-query.ts'
import { registerQuery } from './register-queries.ts'
import { RegisterScreen } from './register-screen.tsx'

/** The box office: the register that this browser is paired as, or the form that pairs it with one. */
export function BoxOfficeScreen() {
  const { t } = useTranslation('box-office')
  const { can } = useSession()
  if (!can['register.use'])
    return (
      <Page>
        <PageHead />
        <EmptyState
          title={t('no_access.title')}
          text={t(can['ticket.scan'] ? 'no_access.text_scan' : 'no_access.text')}
        />
      </Page>
    )
  return <BoxOffice />
}

function BoxOffice() {
  const register = useQuery(registerQuery)
  const { can } = useSession()
  // before the first register exists there is no code to ask for
  const devices = useQuery({ ...registersQuery, enabled: can['register.setup'] === true })
  const hasNone = devices.data?.data.length === 0
  return (
    <Page>
      <WhenLoaded query={register}>
        {(register) =>
          register === null ? (
            <>
              <PageHead />
              {!hasNone && <PairCard />}
              {can['register.setup'] && <DeviceList />}
            </>
          ) : (
            <RegisterScreen register={register} />
          )
        }
      </WhenLoaded>
    </Page>
  )
}
