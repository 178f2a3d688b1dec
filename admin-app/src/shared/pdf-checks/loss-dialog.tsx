import { useState } from 'react'
import { Loading } from '../loading/loading'
import { Button, loadedPart, Modal } from '../shared-ui'
import { type LossQuestion, useLossQuestion } from './ask-about-losses'
import styles from './loss-dialog.module.css'

const PageComparison = loadedPart(
  async () => (await import('./page-comparison')).PageComparison,
  <Loading label="Loading both pages" skeleton={styles.waiting} />,
)

export function LossDialogHost() {
  const question = useLossQuestion((state) => state.question)
  return question && <LossDialog question={question} />
}

function LossDialog({ question }: { readonly question: LossQuestion }) {
  const [isComparing, setComparing] = useState(false)
  const { message, answer } = question
  return (
    <Modal
      open
      urgent
      size={isComparing ? 'wide' : 'medium'}
      title="Use this PDF with a loss?"
      onOpenChange={() => answer(false)}
      footer={
        <>
          <Button variant="secondary" onClick={() => answer(false)}>
            Cancel
          </Button>
          <Button onClick={() => answer(true)}>Use it like this</Button>
        </>
      }
    >
      <div className={styles.body}>
        <p>{message}</p>
        <p>You can also use it like this. Nothing else changes, and it is recorded that you accepted it.</p>
        {isComparing ? (
          <PageComparison question={question} />
        ) : (
          <div>
            <Button variant="secondary" onClick={() => setComparing(true)}>
              Compare
            </Button>
          </div>
        )}
      </div>
    </Modal>
  )
}
