import type { Picture as PictureData } from '#contract/block.ts'

type Props = {
  picture: PictureData
  /** The displayed width, as in the `sizes` attribute. */ sizes?: string
  /** For the LCP candidate: load with high priority. */ eager?: boolean
  className?: string
}

/**
 * A tenant's picture in the best format that the browser supports. Its size, or `className`, reserves the
 * space while it loads.
 */
export const Picture = ({
  picture: { src, width, height, alt, sources },
  sizes = '100vw',
  eager = false,
  className = 'h-auto w-full',
}: Props) => (
  <picture className="contents">
    {sources.map(({ type, srcset }) => (
      <source key={type} type={type} srcSet={srcset} sizes={sizes} />
    ))}
    <img
      src={src}
      alt={alt}
      width={width}
      height={height}
      className={className}
      {...(eager ? { fetchPriority: 'high' } : { loading: 'lazy', decoding: 'async' })}
    />
  </picture>
)
