/** Another process owns the folder; `holder` is its pid. */
export class EmbeddedLocked extends Error {
  readonly holder: number
  constructor(folder: string, holder: number) {
    super(
      `The database folder ${folder} is in use by process ${holder}: stop that process, or set another ` +
        `DATA_DIR.`,
    )
    this.name = 'EmbeddedLocked'
    this.holder = holder
  }
}

/** The embedded PostgreSQL cannot run here; the message says what the operator can do. */
export class EmbeddedUnavailable extends Error {
  constructor(sentence: string) {
    super(sentence)
    this.name = 'EmbeddedUnavailable'
  }
}
