import type { PaymentTerminals } from '@kartis/contract/payment-terminals.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { Card, Note } from '@kartis/ui/components/card.tsx'
import { EmptyState } from '@kartis/ui/components/empty-state.tsx'
import { Page, Stack } from '@kartis/ui/components/layout.tsx'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PageHead } from '../../shared/page-head.tsx'
import { useSession } from '../../shared/session.ts'
import { WhenLoaded } from '../../shared/when-loaded.tsx'
import { AddTerminalDialog } from './add-terminal.tsx'
import { TerminalRow } from './terminal-row.tsx'
import { useTerminals } from './use-terminals.ts'
import style from './terminals.module.css'

/** The payment terminals of an account whose own acquirer pays it. */
export function TerminalsScreen() {
  const { account } = useSession()
  const terminals = useTerminals()
  return (
    <Page narrow>
      <PageHead eyebrow={account?.name} />
      <WhenLoaded query={terminals}>{(data) => <Terminals {...data} />}</WhenLoaded>
    </Page>
  )
}

function Terminals({ own, terminals, gateways }: PaymentTerminals) {
  const { t } = useTranslation('terminals')
  const [isAdding, setIsAdding] = useState(false)
  const add = (
    <Button icon={<IconPlus size={20} stroke={1.75} aria-hidden />} onClick={() => setIsAdding(true)}>
      {t('add')}
    </Button>
  )
  if (!own && terminals.length === 0) return <EmptyState title={t('closed.title')} text={t('closed.text')} />
  const nothingCharges = own && terminals.length > 0 && terminals.every(({ status }) => status === 'suspended')
  return (
    <Stack>
      {nothingCharges && <Note state="warn">{t('nothing_charges')}</Note>}
      {!own && <Note>{t('closed.text')}</Note>}
      {terminals.length === 0 ? (
        <EmptyState title={t('empty.title')} text={t('empty.text')} action={add} />
      ) : (
        <Card>
          <ul className={style.list}>
            {terminals.map((terminal) => (
              <TerminalRow key={terminal.uuid} terminal={terminal} all={terminals} mayChange={own} />
            ))}
          </ul>
        </Card>
      )}
      {own && terminals.length > 0 && <div className={style.add}>{add}</div>}
      {own && <Note>{t('note')}</Note>}
      {own && <AddTerminalDialog gateways={gateways} open={isAdding} onClose={() => setIsAdding(false)} />}
    </Stack>
  )
}
