import { Button } from '@kartis/ui/components/button.tsx'
import { EmptyState } from '@kartis/ui/components/empty-state.tsx'
import { useTranslation } from 'react-i18next'

interface NothingFoundProps {
  readonly title: string
  readonly text: string
  readonly onClear: () => void
}

/** A search that matches nothing, and the way back to the whole list. */
export function NothingFound({ title, text, onClear }: NothingFoundProps) {
  const { t } = useTranslation('components')
  return (
    <EmptyState
      title={title}
      text={text}
      action={
        <Button look="line" onClick={onClear}>
          {t('search.clear')}
        </Button>
      }
    />
  )
}
