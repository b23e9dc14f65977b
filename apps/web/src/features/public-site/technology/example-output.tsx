import classes from './technology.module.css'

/** An invented example of a result's format. Its numbers say nothing about any text or model. */
const example = {
  ai_probability: 0.82,
  vendor_attribution: { openai: 0.61, google: 0.14, anthropic: 0.09, human: 0.16 },
  sentence_scores: [
    { text: 'The industrial revolution transformed society in many ways.', score: 0.88 },
    { text: 'My great-grandmother kept the mill token in a biscuit tin.', score: 0.07 },
  ],
}

export function ExampleOutput() {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable with the keyboard
    <pre className={classes.example} tabIndex={0} data-example lang="en">
      {JSON.stringify(example, null, 2)}
    </pre>
  )
}
