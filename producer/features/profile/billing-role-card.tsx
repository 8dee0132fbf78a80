import { BILLING_ROLES, type BillingRole } from '@kartis/domain/company.ts'
import { Card } from '@kartis/ui/components/card.tsx'
import { ChoicePills } from '@kartis/ui/components/choice-pills.tsx'
import { useTranslation } from 'react-i18next'

interface BillingRoleCardProps {
  readonly value: BillingRole
  readonly onChange: (role: BillingRole) => void
  readonly readOnly: boolean
}

/** Who is billed for the account: a private individual, a business or an organization. */
export function BillingRoleCard({ value, onChange, readOnly }: BillingRoleCardProps) {
  const { t } = useTranslation('profile')
  return (
    <Card>
      <ChoicePills
        label={t('company.billing_role')}
        choices={BILLING_ROLES.map((role) => ({
          value: role,
          label: t(`company.billing_roles.${role}`),
          disabled: readOnly && role !== value,
        }))}
        value={value}
        onChange={onChange}
      />
    </Card>
  )
}
