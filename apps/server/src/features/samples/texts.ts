/** Who wrote a sample. */
export const sampleKinds = ['student', 'ai', 'mixed'] as const
export type SampleKind = (typeof sampleKinds)[number]

/** Essays written for this purpose. They go through the same detector as every document: a test says what it finds in them. */
export const sampleTexts: Record<SampleKind, string> = {
  student: `My grandad's shed is at the bottom of the garden behind the compost and nobody apart from him is really supposed to go in. It smells of creosote and old rain. When I was six I thought he lived in there, because whenever we visited on a Sunday my nan would point out the window and say he's in his shed, and she'd sort of sigh, and then about an hour later he would turn up for his dinner with sawdust in his eyebrows.

Last summer I broke my wrist coming off my bike outside the Spar, so I couldn't do football or swimming or anything, and mum was working, so I got sent to theirs for three weeks. I was not happy about it. There's no wifi, and the telly only goes up to channel five or something. By the Tuesday I was so bored I knocked on the shed door.

He didn't say come in, he just grunted and moved a tin. He was mending a clock for a woman from church who wasn't even going to pay him. The whole thing was in bits on a tea towel, and he made me hold the torch with my good hand while he swore at a spring. It took us all afternoon. I dropped a screw and we both had to crawl round looking for it, me with my cast, him with his knees, and we found it in his slipper in the end. I don't think I've ever heard him laugh like that.

After that I went down every day. He isn't a big talker. Mostly he'd tell me what not to touch. But he showed me how you listen to a clock, you put your ear right up and it should go even, like walking, and if it limps you bend this little fork thing a hair one way. I got quite good at hearing the limp. He let me do the church lady's one at the end and when it went right he just nodded and put the kettle on.

Mum asked me in the car what we'd done for three weeks and I said not much. I've got a clock on my desk now, it was a fiver at the car boot. It doesn't go yet.`,

  ai: `Social media has become an integral part of modern life, fundamentally transforming the way people communicate, share information, and build relationships. While these platforms offer numerous benefits, they also present significant challenges that must be carefully considered. This essay will explore both the advantages and disadvantages of social media, ultimately arguing that responsible use is essential for maximising its positive impact.

One of the most significant advantages of social media is its ability to connect people across geographical boundaries. Platforms such as Instagram and WhatsApp allow individuals to maintain meaningful relationships with friends and family regardless of distance. Furthermore, social media plays a crucial role in raising awareness of important social issues. Movements that might once have remained local can now gain global attention, empowering marginalised communities and fostering a sense of collective responsibility.

However, it is important to acknowledge the potential drawbacks of excessive social media use. Numerous studies have highlighted a correlation between prolonged screen time and increased levels of anxiety and depression, particularly among young people. The constant exposure to carefully curated images can create unrealistic expectations, leading to feelings of inadequacy and low self-esteem. Additionally, the rapid spread of misinformation poses a serious threat to informed public discourse, undermining trust in institutions and contributing to social polarisation.

To address these challenges, a multifaceted approach is required. Schools play a vital role in promoting digital literacy, equipping students with the critical thinking skills necessary to navigate the online landscape. Parents should encourage open conversations about healthy boundaries, while technology companies must take greater responsibility for the content shared on their platforms. By working together, these stakeholders can create a safer and more inclusive digital environment.

In conclusion, social media is a powerful tool that offers both opportunities and risks. While it has the potential to enhance communication and drive positive change, it also requires careful and mindful engagement. By fostering digital literacy and encouraging responsible behaviour, society can harness the benefits of social media while mitigating its negative effects, ensuring that it remains a force for good in an increasingly interconnected world.`,

  mixed: `We did our river trip on the worst day of the whole year. It had rained since breakfast and the coach smelt of wet coats and somebody's egg sandwich. My group was me, Tamsin, Jaydon and a boy called Ollie who'd only joined on Monday and had the wrong shoes. Our job was to measure the depth at ten points across, using a metre rule, which sounds easy until you're in up to your knees and the ruler keeps getting pulled sideways.

At site one the water was slow and sort of brown, and we got through it in about twenty minutes. Site two was under the road bridge where all the shopping trolleys end up. Jaydon went over the top of his wellies straight away and screamed. I was writing and my pencil went through the paper because the paper was basically soup by then, so three of our numbers are Tamsin's best memory of them, which Mr Hale says we have to admit in the write-up. So I'm admitting it. Nine, fourteen and twenty-two. They might be wrong.

We timed an orange down ten metres instead of a proper float since ours floated off before we'd started the watch. The orange got stuck in a branch twice.

The results of this investigation demonstrate a clear relationship between the distance from the source and the velocity of the river. As the river flows downstream, the channel becomes wider and deeper, which reduces the impact of friction and allows the water to move more efficiently. This finding is consistent with the Bradshaw Model, which provides a valuable framework for understanding how river characteristics change over time. Furthermore, the increase in discharge highlights the significant role that tributaries play in shaping the overall dynamics of the drainage basin.

However, it is important to acknowledge the limitations of this study. The data was collected on a single day, meaning that the results may not be representative of typical conditions. Additionally, the use of basic equipment may have introduced a degree of human error, potentially affecting the reliability and validity of the findings. To address these challenges, future investigations should incorporate a wider range of sites and utilise more sophisticated equipment, such as a digital flow meter, in order to enhance the accuracy of the measurements.

In conclusion, this investigation has provided valuable insights into the complex processes that shape river environments. By combining primary data with established geographical theory, it has been possible to develop a deeper understanding of how rivers evolve, underscoring the importance of fieldwork in the study of physical geography.`,
}
