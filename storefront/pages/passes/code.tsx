import { Icon } from '../../shared/icon.tsx'
import { usePageContext } from '../../shared/page-context.tsx'
import parts from '../../shared/parts.module.css'
import type { PassView } from '../../state/order-state.ts'
import css from './passes-page.module.css'

/** The code of a ticket, dark on white in every theme; a sign for one that is cancelled or that another person holds. */
export const Code = ({ pass, place }: { readonly pass: PassView; readonly place: number }) => {
  const { t } = usePageContext()
  if (!pass.qr)
    return (
      <div className={`${css.code} ${css.gone}`}>
        <Icon name={pass.state === 'transferred' ? 'people' : 'cross'} />
        <p className={parts.strong}>{t(pass.state === 'transferred' ? 'pass.transferred' : 'pass.cancelled')}</p>
      </div>
    )
  return (
    <div className={pass.state === 'used' ? `${css.code} ${css.worn}` : css.code} data-code={pass.uuid}>
      <svg
        viewBox={`0 0 ${pass.qr.size} ${pass.qr.size}`}
        role="img"
        aria-label={t('pass.qr', { place })}
        shapeRendering="crispEdges"
      >
        <path d={pass.qr.path} fill="currentColor" />
      </svg>
    </div>
  )
}
