import { nationalPhone } from '@kartis/domain/phone.ts'

/** A stored phone (E.164) in national format; left to right in any sentence. */
export function PhoneText({ phone }: { readonly phone: string }) {
  return (
    <bdi dir="ltr" style={{ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}>
      {nationalPhone(phone)}
    </bdi>
  )
}
