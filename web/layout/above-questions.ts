/** Above antd's questions ("Delete …?", 2000) and below its messages (2010): who is asked again first has to answer that. */
export const ABOVE_QUESTIONS = 2_005
