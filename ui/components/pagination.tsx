import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { pageWindow } from './page-window.ts'
import style from './pagination.module.css'

export interface PaginationProps {
  readonly page: number
  readonly lastPage: number
  readonly onPage: (page: number) => void
}

/**
 * Numbered pages; renders nothing for a single page. A phone shows one neighbour on each side instead of two.
 * The chevrons point for right-to-left text; in left-to-right text the style sheet mirrors them.
 */
export function Pagination({ page, lastPage, onPage }: PaginationProps) {
  const { t } = useTranslation('components')
  if (lastPage <= 1) return null
  return (
    <nav className={style.pager} aria-label={t('pages.label')}>
      <ul>
        <li>
          <button type="button" aria-label={t('pages.previous')} disabled={page <= 1} onClick={() => onPage(page - 1)}>
            <IconChevronRight className={style.arrow} size={20} stroke={1.75} aria-hidden />
          </button>
        </li>
        {pageWindow(page, lastPage).map((item, index) =>
          item === 'gap' ? (
            <li key={`gap${index}`} className={style.gap} aria-hidden>
              …
            </li>
          ) : (
            <li
              key={item}
              className={Math.abs(item - page) > 1 && item !== 1 && item !== lastPage ? style.hiddenOnPhone : undefined}
            >
              <button
                type="button"
                aria-label={t('pages.page', { page: item })}
                aria-current={item === page ? 'page' : undefined}
                onClick={() => onPage(item)}
              >
                {item}
              </button>
            </li>
          ),
        )}
        <li>
          <button
            type="button"
            aria-label={t('pages.next')}
            disabled={page >= lastPage}
            onClick={() => onPage(page + 1)}
          >
            <IconChevronLeft className={style.arrow} size={20} stroke={1.75} aria-hidden />
          </button>
        </li>
      </ul>
    </nav>
  )
}
