import { dialledPhone } from '@kartis/domain/dialled-phone.ts'

/** A way to reach the operator of this installation. */
export interface SupportLink {
  readonly href: string
  readonly text: string
}

const contentOf = (name: string): string =>
  document.querySelector(`meta[name="${name}"]`)?.getAttribute('content')?.trim() ?? ''

/** Phone and email of the operator as the server wrote them into the page; none where its settings name none. */
export const supportLinks = (): readonly SupportLink[] => {
  const phone = contentOf('support-phone')
  const email = contentOf('support-email')
  const dialled = dialledPhone(phone)
  return [
    ...(dialled ? [{ href: `tel:${dialled}`, text: phone }] : []),
    ...(email ? [{ href: `mailto:${email}`, text: email }] : []),
  ]
}
