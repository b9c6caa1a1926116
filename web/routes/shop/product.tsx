import { ArrowLeft } from 'lucide'
import { useSearchParams } from 'react-router'
import { cartLink, productLink, shopLink } from '#contract/links.ts'
import { getPageContext } from '#web/request/page-context.ts'
import { publicHead, publicMeta } from '#web/request/page-meta.ts'
import { revalidateUnlessQuery } from '#web/request/revalidate.ts'
import { useRootData } from '#web/site/use-root-data.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Link, textLinkClasses } from '#web/ui/link.tsx'
import { Heading } from '#web/ui/page.tsx'
import { TenantText, useTenantText } from '#web/ui/tenant-text.tsx'
import { useText } from '#web/ui/text.tsx'
import type { Route } from './+types/product'
import { BuyForm } from './buy-form.tsx'
import { DeliveryFacts } from './delivery-facts.tsx'
import { Gallery } from './gallery.tsx'
import { loadProduct, type ShownProduct, type ShownVariant } from './load-product.ts'
import { ProductList } from './product-list.tsx'
import { StockLabel } from './stock-label.tsx'
import { VariantPicker } from './variant-picker.tsx'

/** `/shop/product/:productId`: one product; `variant` in the query is the size that the guest has chosen. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const ctx = getPageContext(context)
  const found = ctx.brand.shop ? await loadProduct(ctx, params.productId) : null
  if (!found) throw new Response(null, { status: 404 })
  const { product, page, words } = found
  ctx.setMetadata(page)
  return {
    product,
    words,
    head: publicHead(ctx, page),
    text: ctx.messages(['shop', 'addToCart', 'cartProblem']),
  }
}

// The loader data has all variants: choosing one needs no request.
export const shouldRevalidate = revalidateUnlessQuery

export const meta = (args: Route.MetaArgs) => publicMeta(args)

/** The variant of the URL; else the first that can be bought, else the first. */
const chosenVariant = (variants: ShownVariant[], asked: string | null): ShownVariant | undefined =>
  variants.find(({ id }) => id === asked) ?? variants.find(({ stock }) => stock !== 'soldOut') ?? variants[0]

export default function Product({ loaderData: { product } }: Route.ComponentProps) {
  const t = useText()
  const { origin } = useRootData()
  const [search] = useSearchParams()
  const chosen = chosenVariant(product.variants, search.get('variant'))
  return (
    <div className="mx-auto w-full max-w-[72rem] px-4 pb-16 pt-4 sm:px-6 sm:pt-6">
      <Link to={shopLink()} className={`${textLinkClasses} gap-2`}>
        <Icon of={ArrowLeft} size={18} />
        <span>{t('shop.back')}</span>
      </Link>
      <div className="mt-4 grid gap-8 lg:grid-cols-2 lg:gap-12">
        <Gallery product={product} />
        <div className="grid content-start gap-6">
          <div className="grid gap-2">
            {product.brandName && <p className="text-muted">{product.brandName}</p>}
            <Heading>
              <TenantText>{product.displayName}</TenantText>
            </Heading>
            {chosen && (
              <div className="mt-2 grid gap-1.5" role="status">
                <p className="tabular text-2xl font-medium">{chosen.price}</p>
                <StockLabel stock={chosen.stock} />
              </div>
            )}
          </div>
          {chosen && <VariantPicker product={product} chosen={chosen} />}
          {chosen && <BuyForm key={chosen.id} product={product} variant={chosen} />}
          {/* With scripts the toolbar has it. */}
          <p className="unscripted">
            <Link to={cartLink()} className={textLinkClasses}>
              {t('cartButton.open')}
            </Link>
          </p>
          <DeliveryFacts {...product.delivery} />
          <Description product={product} />
          <p className="text-sm text-muted">{product.vatNote}</p>
          <CopyButton
            text={origin + productLink({ product: product.id })}
            label={t('shop.copyLink')}
            copiedLabel={t('shop.copied')}
            shape="link"
          />
        </div>
      </div>
      {product.related.length > 0 && (
        <div className="mt-12">
          <ProductList heading={t('shop.goesWith')} products={product.related} eager={0} />
        </div>
      )}
    </div>
  )
}

function Description({ product: { description, type, typeName } }: { product: ShownProduct }) {
  const { text, lang } = useTenantText()(description)
  return (
    <>
      {text && (
        <p lang={lang} className="written max-w-[68ch] whitespace-pre-line leading-relaxed">
          {text}
        </p>
      )}
      {typeName && (
        <p>
          <Link to={shopLink({ type })} className={textLinkClasses}>
            <TenantText>{typeName}</TenantText>
          </Link>
        </p>
      )}
    </>
  )
}
