import { type Permission, type Role, ROLES } from '@kartis/domain/permissions.ts'
import {
  IconCalculator,
  IconCrown,
  IconDoorEnter,
  IconReceipt,
  IconReportAnalytics,
  IconScan,
  IconShieldCheck,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../shared/session.ts'
import style from './team.module.css'

const ICON_OF = {
  owner: IconCrown,
  manager: IconShieldCheck,
  finance: IconReportAnalytics,
  sales: IconReceipt,
  box_office: IconCalculator,
  check_in_lead: IconDoorEnter,
  scanner: IconScan,
} as const satisfies Record<Role, unknown>

/** Roles that the caller may assign: only owners can make another member an owner. */
export const assignableRoles = (can: Readonly<Partial<Record<Permission, boolean>>>): readonly Role[] =>
  ROLES.filter((role) => role !== 'owner' || can['team.owners'])

interface RoleChoiceProps {
  readonly value: Role
  readonly onChange: (role: Role) => void
}

/** One card per assignable role, with a description of what it may do. */
export function RoleChoice({ value, onChange }: RoleChoiceProps) {
  const { t } = useTranslation(['team', 'states'])
  const { can } = useSession()
  return (
    <fieldset className={style.roles}>
      <legend>{t('team:role')}</legend>
      {assignableRoles(can).map((role) => {
        const Icon = ICON_OF[role]
        return (
          <label key={role}>
            <input type="radio" name="role" value={role} checked={value === role} onChange={() => onChange(role)} />
            <Icon size={24} stroke={1.75} aria-hidden />
            <span>
              <b>{t(`states:role.${role}`)}</b>
              <span>{t(`team:role_text.${role}`)}</span>
            </span>
          </label>
        )
      })}
    </fieldset>
  )
}
