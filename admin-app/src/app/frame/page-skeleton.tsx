import styles from './shell.module.css'

export function PageSkeleton() {
  return (
    <div role="status" aria-label="Loading" className={styles.skeleton}>
      <span className="skeleton" />
      <span className="skeleton" />
    </div>
  )
}

/** What shows while the frame loads: its header, empty, and the page. */
export function FrameSkeleton() {
  return (
    <>
      <header className={styles.header}>
        <div className={styles.bar} />
      </header>
      <main className={styles.main}>
        <PageSkeleton />
      </main>
    </>
  )
}
