import type { GatewayLang, StartPayment } from '../../gateway.ts'
import type { TranzilaConfig } from './config.ts'
import { wireSum } from '../sum.ts'

const PAGE_LANG: Record<GatewayLang, string> = { he: 'il', en: 'us', ar: 'ar' }

export const pageAddress = (config: TranzilaConfig, terminal: string): string =>
  `${config.pageBase}/${encodeURIComponent(terminal)}/iframenew.php`

/** The hosted page with everything that is not secret. The sum is safe here because the handshake locks it. */
export const pageUrl = (config: TranzilaConfig, payment: StartPayment, thtk: string): string => {
  const installments = payment.maxInstallments ?? 1
  const query = new URLSearchParams({
    sum: wireSum(payment.amount),
    currency: '1',
    cred_type: installments > 1 ? '8' : '1',
    tranmode: 'A',
    thtk,
    new_process: '1',
    DCdisable: payment.paymentId,
    [config.referenceField]: payment.paymentId,
    lang: PAGE_LANG[payment.lang],
    nologo: '1',
    accessibility: '2',
    pdesc: payment.description.slice(0, 100),
    contact: payment.buyer.name.slice(0, 100),
    success_url_address: payment.successUrl,
    fail_url_address: payment.failUrl,
    notify_url_address: payment.notifyUrl,
  })
  if (installments > 1) query.set('maxpay', String(installments))
  if (payment.bit) query.set('bit_pay', '1')
  if (payment.buyer.email) query.set('email', payment.buyer.email)
  if (payment.buyer.phone) query.set('phone', payment.buyer.phone)
  return `${pageAddress(config, config.terminal)}?${query.toString()}`
}
