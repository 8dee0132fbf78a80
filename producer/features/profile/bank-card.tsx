import type { Account } from '@kartis/contract/accounts.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { Card, Note } from '@kartis/ui/components/card.tsx'
import { DateText } from '@kartis/ui/components/date-text.tsx'
import { Stack } from '@kartis/ui/components/layout.tsx'
import { useTranslation } from 'react-i18next'
import { useBankName } from '../../shared/bank-fields.tsx'
import style from './profile.module.css'

/** The bank account, masked; changing it needs a fresh code. */
export function BankCard({ account, onChange }: { readonly account: Account; readonly onChange: () => void }) {
  const { t } = useTranslation('profile')
  const bankName = useBankName()
  const [bank] = account.payment_methods
  return (
    <Card title={t('company.bank')}>
      <Stack>
        {bank ? (
          <dl className={style.facts}>
            <div>
              <dt>{t('company.bank_name')}</dt>
              <dd>{bankName(bank.bank_number)}</dd>
            </div>
            <div>
              <dt>{t('company.branch')}</dt>
              <dd>{bank.bank_branch_number}</dd>
            </div>
            <div>
              <dt>{t('company.account_number')}</dt>
              <dd>
                <bdi dir="ltr">{bank.bank_account_number}</bdi>
              </dd>
            </div>
            {bank.holder_name !== null && (
              <div>
                <dt>{t('company.holder')}</dt>
                <dd>{bank.holder_name}</dd>
              </div>
            )}
            <div>
              <dt>{t('company.updated')}</dt>
              <dd>
                <DateText at={bank.updated_at} />
              </dd>
            </div>
          </dl>
        ) : (
          <Note state="warn">{t('company.bank_none')}</Note>
        )}
        {bank?.check === 'invalid' && <Note state="warn">{t('company.check_invalid')}</Note>}
        <Button look="line" full onClick={onChange}>
          {bank ? t('company.bank_change') : t('company.bank_add')}
        </Button>
      </Stack>
    </Card>
  )
}
