import { CalendarCheck, ReceiptText } from 'lucide'
import type { Brand } from '#contract/page.ts'
import { bookLink, priceListLink } from '#contract/links.ts'
import { importedPicture, pathOfVariant } from '#domain/picture-url.ts'
import { Facts } from '#web/content/facts.tsx'
import type { Facts as FactsData } from '#web/content/front.server.ts'
import { Picture } from '#web/content/picture.tsx'
import { useRootData } from '#web/site/use-root-data.ts'
import { useText } from '#web/ui/text.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { TenantText, useTenantText } from '#web/ui/tenant-text.tsx'

export type HeroBrand = Pick<Brand, 'companyname' | 'title' | 'tagline' | 'description' | 'hero'>

const boxes = [
  { from: 40, width: '100vw', height: '20rem' },
  { width: '100vw', height: '14rem' },
]

/** The top of a front page that the tenant has not written. */
export function Hero({ brand, bookable, facts }: { brand: HeroBrand; bookable: boolean; facts?: FactsData }) {
  const t = useText()
  const tenantText = useTenantText()
  const { layout } = useRootData().brand
  return (
    <section className="hero hero-own relative isolate overflow-hidden">
      {brand.hero && (
        <Picture
          picture={{
            ...(importedPicture(pathOfVariant(brand.hero.image)) ?? {
              src: brand.hero.image,
              width: 1600,
              height: 900,
              sources: [],
            }),
            alt: tenantText(brand.hero.alt).text,
          }}
          boxes={layout === 'split' ? [{ from: 64, width: '50vw', height: '30rem' }, ...boxes] : boxes}
          eager
          className="h-56 w-full object-cover sm:h-80"
        />
      )}
      <div className="hero-words mx-auto grid w-full max-w-[72rem] gap-4 px-4 pt-8 sm:px-6 sm:pt-10">
        <h1 className="text-3xl sm:text-[2.75rem]">{brand.companyname}</h1>
        {brand.tagline && (
          <p className="max-w-[50ch] text-xl text-muted">
            <TenantText>{brand.tagline}</TenantText>
          </p>
        )}
        {bookable && (
          <p className="hero-buttons flex flex-wrap gap-3 pt-2">
            <ButtonLink to={bookLink()}>
              <Icon of={CalendarCheck} size={20} />
              <span>{t('landing.book')}</span>
            </ButtonLink>
            <ButtonLink to={priceListLink()} tone="secondary">
              <Icon of={ReceiptText} size={20} />
              <span>{t('landing.prices')}</span>
            </ButtonLink>
          </p>
        )}
        {facts && <Facts facts={facts} Words={TenantText} />}
      </div>
    </section>
  )
}
