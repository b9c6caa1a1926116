import { Navigation, Phone } from 'lucide'
import { routeLink } from '#domain/route-link.ts'
import { useRootData } from '../site/use-root-data.ts'
import { buttonClasses } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { useText } from '../ui/text.tsx'

/** The way to the tenant, and its telephone; `compact`: as icons. */
export function ReachButtons({ compact = false }: { compact?: boolean }) {
  const t = useText()
  const [shape, words] = compact ? ['size-11 px-0!', 'sr-only'] : ['', '']
  const { address, tel } = useRootData().brand
  return (
    <>
      {address && (
        <a
          href={routeLink(address)}
          target="_blank"
          rel="noopener noreferrer"
          className={buttonClasses('secondary', false, shape)}
        >
          <Icon of={Navigation} size={18} />
          <span className={words}>{t('account.route')}</span>
          <span className="sr-only">{`\u00a0${t('shell.newTab')}`}</span>
        </a>
      )}
      {tel && (
        <a href={`tel:${tel}`} className={buttonClasses('secondary', false, shape)}>
          <Icon of={Phone} size={18} />
          <span className={words}>{t('account.call')}</span>
        </a>
      )}
    </>
  )
}
