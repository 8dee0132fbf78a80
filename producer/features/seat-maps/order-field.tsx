import { moveInOrder, type OrderedList, placeInOrder } from '@kartis/seat-map/commands/order-commands.ts'
import { IconButton } from '@kartis/ui/components/button.tsx'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useEditor } from './editor-state.ts'
import style from './editor.module.css'

/** The place of a part in its order, with one step up and down. Nothing where it is the only one. */
export function OrderField({ list, id }: { readonly list: OrderedList; readonly id: string }) {
  const { t } = useTranslation('seat-maps')
  const { document, run } = useEditor()
  const { place, count } = placeInOrder(document, list, id)
  if (count < 2) return null
  return (
    <div className={style.order} role="group" aria-label={t(`order.${list}`)}>
      <span role="status">{t(`order.${list}_place`, { place, count })}</span>
      <IconButton
        bare
        label={t(`order.${list}_up`)}
        disabled={place === 1}
        onClick={() => run(moveInOrder(list, id, -1))}
      >
        <IconChevronUp size={20} stroke={1.75} aria-hidden />
      </IconButton>
      <IconButton
        bare
        label={t(`order.${list}_down`)}
        disabled={place === count}
        onClick={() => run(moveInOrder(list, id, 1))}
      >
        <IconChevronDown size={20} stroke={1.75} aria-hidden />
      </IconButton>
    </div>
  )
}
