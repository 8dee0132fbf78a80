import type { Account } from '@kartis/contract/accounts.ts'
import { dayText, percentText } from '@kartis/i18n/format.ts'
import { Card } from '@kartis/ui/components/card.tsx'
import { Soft, Stack } from '@kartis/ui/components/layout.tsx'
import { Money } from '@kartis/ui/components/money.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { useTranslation } from 'react-i18next'
import { SupportContact } from '../../shared/support-contact.tsx'
import style from './profile.module.css'

/** The agreed fees, read-only. */
export function ContractCard({ contract }: { readonly contract: NonNullable<Account['accounts_contract']> }) {
  const { t } = useTranslation('profile')
  const lang = useLang()
  const percents = [
    [t('company.fee_regular'), contract.handle_fee_cc_percent],
    [t('company.fee_special'), contract.handle_fee_cc_special_percent],
    [t('company.fee_tourist'), contract.handle_fee_cc_tourist_percent],
  ] as const
  return (
    <Card title={t('company.contract')}>
      <Stack>
        <dl className={style.facts}>
          {percents.map(([label, percent]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                <b>{percentText(percent, lang, 2)}</b> <span>{t('company.plus_vat')}</span>
              </dd>
            </div>
          ))}
          <div>
            <dt>{t('company.fee_ticket')}</dt>
            <dd>
              <b>
                <Money shekels={contract.handle_fee_ticket_amount} />
              </b>{' '}
              <span>{contract.ticket_fee_includes_vat ? t('company.with_vat') : t('company.plus_vat')}</span>
            </dd>
          </div>
          <div>
            <dt>{t('company.fee_payer')}</dt>
            <dd>{t(`company.fee_payer_${contract.fee_payer}`)}</dd>
          </div>
        </dl>
        <Soft small>
          {t('company.since', { day: dayText(contract.valid_from, lang) })} · {t('company.contract_text')}{' '}
          <SupportContact />
        </Soft>
      </Stack>
    </Card>
  )
}
