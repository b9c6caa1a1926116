import type { Post, RenderedOf } from '#contract/block.ts'
import { useBlockContext } from './block-context.tsx'
import { Picture } from './picture.tsx'
import { BlockHeading, displayHeading, Prose } from './text.tsx'

/** The sub-pages, each with its picture and a snippet. */
export function Bloglist1({
  block: { title, description, html, posts },
  top,
  eager,
}: {
  block: RenderedOf<'bloglist1'>
  top: boolean
  eager: boolean
}) {
  const { t, lang } = useBlockContext()
  const pictured = posts.findIndex((post) => post.picture)
  return (
    <section className="wide grid grid-cols-1 gap-10 py-12 sm:gap-12 sm:py-20">
      {(title || description || html) && (
        <div className="grid grid-cols-1 gap-4">
          {title && (
            <BlockHeading top={top} className={top ? displayHeading : 'text-3xl'}>
              {title}
            </BlockHeading>
          )}
          {description && (
            <p lang={lang} className="max-w-[58ch] text-xl text-muted whitespace-pre-line">
              {description}
            </p>
          )}
          <Prose html={html} />
        </div>
      )}
      {posts.length === 0 ? (
        <p className="text-muted">{t('content.noPosts')}</p>
      ) : (
        <ul lang={lang} className="grid grid-cols-1 gap-x-8 gap-y-12 sm:grid-cols-2 lg:grid-cols-3">
          {posts.map((post, index) => (
            <Card
              key={post.id}
              post={post}
              level={title && !top ? 'h3' : 'h2'}
              eager={eager && index === pictured}
            />
          ))}
        </ul>
      )}
    </section>
  )
}

function Card({
  post: { id, title, snippet, picture },
  level: Title,
  eager,
}: {
  post: Post
  level: 'h2' | 'h3'
  eager: boolean
}) {
  const { path } = useBlockContext()
  // Sub-pages of the front page need /index: without it, `/x` would be a top-level page.
  const base = path === '/' ? '/index' : path
  return (
    <li className="group relative grid content-start gap-4">
      {/* The box sets the aspect ratio: within the flow, a portrait picture would stretch it. */}
      <div className="relative grid aspect-3/2 place-items-center overflow-clip rounded-xl bg-brand-soft">
        {picture ? (
          <Picture
            picture={picture}
            eager={eager}
            sizes="(min-width: 1024px) 22rem, (min-width: 640px) 50vw, 100vw"
            className="absolute inset-0 size-full object-cover transition-transform duration-200 group-hover:scale-[1.02]"
          />
        ) : (
          <span aria-hidden="true" className="font-display text-[5rem] text-on-brand-soft">
            {title.slice(0, 1)}
          </span>
        )}
      </div>
      <Title className="text-xl">
        <a
          href={`${base}/${id}`}
          className="decoration-1 underline-offset-4 group-hover:underline after:absolute after:inset-0"
        >
          {title}
        </a>
      </Title>
      {snippet && <p className="text-muted">{snippet}</p>}
    </li>
  )
}
