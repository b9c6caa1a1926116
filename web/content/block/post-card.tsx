import type { Post } from '#contract/content/block.ts'
import { column, Picture } from '../picture.tsx'
import { Day } from '../text.tsx'

const ratio = 3 / 2
const boxes = [
  { from: 64, width: column(3, 2), ratio },
  { from: 40, width: column(2, 2), ratio },
  { width: '100vw - 2rem', ratio },
]

/** An entry of a list of sub-pages: its picture, title and a snippet. */
export function PostCard({
  post: { id, title, date, snippet, picture },
  base,
  level: Title,
  eager,
}: {
  post: Post
  /** The path of the page that it is below. */ base: string
  level: 'h2' | 'h3'
  eager: boolean
}) {
  return (
    <li className="group relative grid content-start gap-4">
      {/* The box sets the aspect ratio: within the flow, a portrait picture would stretch it. */}
      <div className="relative grid aspect-3/2 place-items-center overflow-clip rounded-xl bg-brand-soft">
        {picture ? (
          <Picture
            picture={picture}
            eager={eager}
            boxes={boxes}
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
      {date && <Day date={date} className="-mt-2 text-sm" />}
      {snippet && <p className="text-muted">{snippet}</p>}
    </li>
  )
}
