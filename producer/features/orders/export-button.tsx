import { exportOrders } from '@kartis/contract/orders.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { showToast } from '@kartis/ui/components/toast.ts'
import { IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { apiFile } from '../../shared/api.ts'
import { saveFile } from '../../shared/save-file.ts'
import { useMutation } from '../../shared/use-mutation.ts'
import { isFiltered } from './orders-filter.ts'
import { ordersQuery, type OrdersSearch } from './use-orders.ts'

/** Downloads the whole list or the search results as a spreadsheet. */
export function ExportButton({
  uuid,
  eventName,
  search,
}: {
  readonly uuid: string
  readonly eventName: string
  readonly search: OrdersSearch
}) {
  const { t } = useTranslation('orders')
  const exporting = useMutation({
    mutationFn: () => apiFile(exportOrders, { query: ordersQuery(uuid, search) }),
    onSuccess: (file) => {
      saveFile(file, `${t('file', { name: eventName })}.xlsx`)
      showToast({ state: 'good', text: t('exported') })
    },
  })
  return (
    <Button
      look="line"
      icon={<IconDownload size={20} stroke={1.75} aria-hidden />}
      busy={exporting.isPending}
      busyText={t('exporting')}
      onClick={() => exporting.mutate()}
    >
      {search.term === '' && !isFiltered(search.filter) ? t('export') : t('export_found')}
    </Button>
  )
}
